/** What can be pressed, sent or chosen, by the event that tells of it. */
const controls = { click: 'button', submit: 'form', change: 'select' } as const;
type Sign = keyof typeof controls;
const signs = Object.keys(controls) as Sign[]; // the keys of a record of signs

/** Told by the page once its code runs. */
export const aliveEvent = 'alive';

/**
 * Holds the last press, form or choice that comes before the code of the page, and does it as soon as the page is
 * alive: otherwise a press is lost, and a form is sent to nobody.
 */
export function holdPresses(): void {
  const { dataset } = document.documentElement;
  let held: { control: HTMLElement; sign: Sign; value: string } | null = null;

  const hold = (event: Event) => {
    const sign = event.type as Sign; // it is listened to for these only
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
  // What only the browser knows is there a moment later.
  addEventListener(aliveEvent, () => setTimeout(release), { once: true });
}
