/** The controls that can be pressed, sent or chosen, by their event. */
const controls = { click: 'button', submit: 'form', change: 'select' } as const;
type Sign = keyof typeof controls;
const signs = Object.keys(controls) as Sign[]; // the keys of a record of signs

/** The page dispatches this event once its code runs. */
export const aliveEvent = 'alive';

/**
 * Holds the last press, form or choice before the code of the page runs, and repeats it once the page is hydrated:
 * otherwise the press would be lost, and the form would go nowhere.
 */
export function holdPresses(): void {
  const { dataset } = document.documentElement;
  let held: { control: HTMLElement; sign: Sign; value: string } | null = null;

  const hold = (event: Event) => {
    const sign = event.type as Sign; // the listener has only these events
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>(controls[sign]) : null;
    if (!control) return;
    event.preventDefault();
    held = { control, sign, value: control instanceof HTMLSelectElement ? control.value : '' };
    dataset.busy = '';
  };
  const release = () => {
    for (const sign of signs) removeEventListener(sign, hold, true);
    dataset.alive = '';
    if (!held) return;
    delete dataset.busy;
    const { control, value } = held;
    if (control instanceof HTMLFormElement) return control.requestSubmit?.();
    if (!(control instanceof HTMLSelectElement)) return control.click();
    control.value = value;
    control.dispatchEvent(new Event('change', { bubbles: true }));
  };
  for (const sign of signs) addEventListener(sign, hold, true);
  // Content that depends on the browser appears a moment after hydration.
  addEventListener(aliveEvent, () => setTimeout(release), { once: true });
}
