/**
 * Stands in for https://js.stripe.com/v3/buy-button.js: the same element with the same attributes, but its button pays
 * at once. It has no shadow root, so that a test finds the button by its role and name.
 */
export function buyButtonScript(simulatorUrl: string): string {
  return `
class BuyButton extends HTMLElement {
  connectedCallback() {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Pay by card';
    button.addEventListener('click', () => this.buy(button));
    this.replaceChildren(button);
  }

  async buy(button) {
    button.disabled = true;
    const answer = await fetch(${JSON.stringify(`${simulatorUrl}/buy`)}, {
      method: 'POST',
      body: JSON.stringify({
        buy_button_id: this.getAttribute('buy-button-id'),
        client_reference_id: this.getAttribute('client-reference-id'),
        publishable_key: this.getAttribute('publishable-key'),
      }),
    });
    button.disabled = false;
    button.textContent = answer.ok ? 'Checkout finished' : 'Checkout failed';
  }
}
customElements.define('stripe-buy-button', BuyButton);
`;
}
