// Which word the mouse points at. Only a movement of the mouse counts: text that moves under a
// resting mouse does not. A movement towards the details does not change them.

// Milliseconds that the mouse rests on a word, also on the way to the details.
const REST = 150;
const REST_ON_THE_WAY = 700;

export class Pointing {
  /** Call `pointed` with the word in `element` that the mouse rests on; `panel` has the details. */
  constructor(element, panel, pointed) {
    this.element = element;
    this.panel = panel;
    this.pointed = pointed;
    this.stop = new AbortController();
    const options = { passive: true, signal: this.stop.signal };
    addEventListener("pointermove", (event) => this.#moved(event), options);
    addEventListener("scroll", () => this.cancel(), { ...options, capture: true });
  }

  cancel() {
    clearTimeout(this.timer);
  }

  /** Stop listening. */
  end() {
    this.cancel();
    this.stop.abort();
  }

  #moved(event) {
    if (event.pointerType !== "mouse") return;
    const { screenX, screenY } = event;
    const last = this.last ?? { screenX: screenX - event.movementX, screenY: screenY - event.movementY };
    const dx = screenX - last.screenX;
    const dy = screenY - last.screenY;
    if (!dx && !dy) return;
    this.last = { screenX, screenY };
    this.cancel();
    const target = event.buttons ? null : event.target.closest?.("[data-complexity]");
    if (!target || !this.element.contains(target)) return;
    const rest = this.#isTowardsPanel(event, dx, dy) ? REST_ON_THE_WAY : REST;
    this.timer = setTimeout(() => this.pointed(target), rest);
  }

  #isTowardsPanel({ clientX, clientY }, dx, dy) {
    const { left, top, bottom, width } = this.panel.getBoundingClientRect();
    if (!width || dx <= 0 || left < clientX) return false;
    const y = clientY + (dy / dx) * (left - clientX);
    return top <= y && y <= bottom;
  }
}
