([content, name]) => {
  const data = new DataTransfer();
  const bytes = Uint8Array.from(content, character => character.charCodeAt(0));
  data.items.add(new File([bytes], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
}
