// Height that the field needs, and height of the marked text below it.
() => {
  const field = document.getElementById("text");
  const map = document.getElementById("annotated");
  const old = field.style.height;
  field.style.height = "0";
  field.style.minHeight = "0";
  map.style.minHeight = "0";
  const frame = field.offsetHeight - field.clientHeight;
  const heights = [field.scrollHeight + frame, map.offsetHeight];
  field.style.height = old;
  field.style.minHeight = map.style.minHeight = "";
  return heights;
}
