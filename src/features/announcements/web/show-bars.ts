import type { ApiClient } from '../../../web/api-client.ts';
import { hideBar } from '../../../web/hidden-bars.ts';
import type { Text } from '../../../web/i18n.tsx';
import type { ShownAnnouncement } from '../contract.ts';
import styles from './Bars.module.css';

/** Hides a bar whose button is pressed, and hands the focus on; the server's markup has no code of its own. */
export function hideBarsOnPress(): void {
  addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.dataset.bar) return;
    const shown = [...document.querySelectorAll<HTMLElement>('[data-bar]')].filter((each) => !isHidden(each));
    const at = shown.indexOf(target);
    hideBar(target.dataset.bar);
    (shown[at + 1] ?? shown[at - 1] ?? document.querySelector('main'))?.focus({ preventScroll: true });
  });
}

/** By its reader, or with all bars, as over a chapter. */
const isHidden = (button: HTMLElement) =>
  document.documentElement.style.getPropertyValue(`--bar-${button.dataset.bar}`) === 'none' ||
  button.closest('[hidden]') !== null;

/**
 * Shows what is announced to this user beside what everybody sees. It lies over the page, so that it moves nothing. Returns
 * what takes it away again.
 */
export async function showOwnBars(given: {
  api: ApiClient;
  text: Text;
  known: readonly { id: string }[];
}): Promise<() => void> {
  const { api, text, known } = given;
  const { result } = await api.get('/user/announcements', { query: { language: text.language } });
  const box = element('div', { className: styles.own });
  const own = result.filter(({ announcement_id: uuid }) => !known.some(({ id }) => id === uuid));
  box.append(...own.map((announcement) => barOf(announcement, text)));
  document.body.append(box);
  return () => box.remove();
}

function barOf({ announcement_id: id, pieces }: ShownAnnouncement, { t }: Text): HTMLElement {
  const words = element('p', { dir: 'auto' });
  for (const { text, href } of pieces)
    words.append(href === undefined ? text : element('a', { href, rel: 'noopener', textContent: text }));
  const hide = element('button', { type: 'button', className: styles.hide, textContent: '×' });
  hide.dataset.bar = id;
  hide.setAttribute('aria-label', t('app.hideAnnouncement'));
  const bar = element('aside', { className: styles.bar });
  bar.style.display = `var(--bar-${id}, flex)`;
  bar.setAttribute('aria-label', t('app.announcements'));
  bar.append(words, hide);
  return bar;
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  facts: Partial<Record<keyof HTMLElementTagNameMap[Tag], unknown>>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), facts);
}
