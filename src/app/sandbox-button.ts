import { type CardButton, planCurrency } from '../features/payments/plans.ts';
import { defaultLanguage, type Language, languages, languageTags } from '../shared/languages.ts';
import type { Text } from '../web/i18n.tsx';
import { writeMoney } from '../web/money.ts';
import { escapeJson } from './site/head.ts';

/**
 * The script behind the sandbox's card buttons: the same element as Stripe's, with the same attributes, but its button
 * buys at once, with a code where one is typed, and without a word to the site where its message is to be lost. Stripe's
 * button opens a checkout in another tab, and the page acts on the reader's return; this script reports a return too.
 */
export function writeBuyButton(buttons: readonly CardButton[], textIn: (language: Language) => Text): string {
  const words = Object.fromEntries(languages.map((language) => [languageTags[language], wordsIn(language)]));

  function wordsIn(language: Language) {
    const { t } = textIn(language);
    const labels = buttons.map(({ buyButtonId: id, amountMinor, currency }) => {
      const isYuan = currency === planCurrency;
      const price = isYuan
        ? t('payments.yuan', { amount: amountMinor / 100 })
        : writeMoney(amountMinor, currency, language);
      return [id, t('payments.practice.card', { price })];
    });
    return {
      labels: Object.fromEntries(labels),
      paid: t('payments.practice.cardPaid'),
      failed: t('payments.practice.cardFailed'),
      more: t('payments.practice.more'),
      code: t('payments.discount.code'),
      lost: t('payments.practice.lost'),
      lostPaid: t('payments.practice.lostPaid'),
    };
  }

  return `const allWords = ${escapeJson(words)};
customElements.define('stripe-buy-button', class extends HTMLElement {
  connectedCallback() {
    if (this.firstChild) return;
    this.words = allWords[document.documentElement.lang] ?? allWords['${languageTags[defaultLanguage]}'];
    this.style.cssText = 'display:grid;gap:8px';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = this.words.labels[this.getAttribute('buy-button-id')];
    button.style.cssText = 'min-block-size:52px;padding-inline:16px;border:0;cursor:pointer;font:inherit;'
      + 'font-weight:650;border-radius:10px;background:var(--color-strong);color:var(--color-on-strong)';
    const status = document.createElement('p');
    status.setAttribute('role', 'status');
    const more = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = this.words.more;
    summary.style.cssText = 'min-block-size:44px;align-content:center;cursor:pointer';
    this.code = this.field(this.words.code, { type: 'text', autocomplete: 'off', dir: 'ltr' });
    this.lost = this.field(this.words.lost, { type: 'checkbox' });
    more.append(summary, this.code.parentNode, this.lost.parentNode);
    button.addEventListener('click', () => this.buy(button, status));
    this.replaceChildren(button, more, status);
  }

  field(words, facts) {
    const label = document.createElement('label');
    const input = Object.assign(document.createElement('input'), facts);
    if (input.type === 'checkbox') {
      label.style.cssText = 'display:flex;align-items:center;gap:8px;min-block-size:44px';
      input.style.cssText = 'flex:none;inline-size:24px;block-size:24px';
      label.append(input, words);
    } else {
      label.style.cssText = 'display:grid;gap:4px';
      input.style.cssText = 'min-block-size:44px;padding-inline:12px;border:1.5px solid var(--color-control);'
        + 'border-radius:10px;background:var(--color-paper);color:inherit;font:inherit';
      label.append(words, input);
    }
    return input;
  }

  async buy(button, status) {
    button.disabled = true;
    status.textContent = '';
    const isPaid = await fetch('/sandbox/card', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        buy_button_id: this.getAttribute('buy-button-id'),
        client_reference_id: this.getAttribute('client-reference-id'),
        code: this.code.value,
        is_lost: this.lost.checked,
      }),
    }).then((answer) => answer.ok, () => false);
    button.disabled = false;
    status.textContent = isPaid ? (this.lost.checked ? this.words.lostPaid : this.words.paid) : this.words.failed;
    if (isPaid) document.dispatchEvent(new Event('visibilitychange'));
  }
});
`;
}
