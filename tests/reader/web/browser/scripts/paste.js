([text, times]) => {
  const data = new DataTransfer();
  data.setData("text/plain", text.repeat(times));
  const options = { clipboardData: data, cancelable: true, bubbles: true };
  return document.activeElement.dispatchEvent(new ClipboardEvent("paste", options));
}
