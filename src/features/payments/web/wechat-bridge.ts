import type { JsapiCall } from '../contract.ts';

interface Bridge {
  invoke(name: 'getBrandWCPayRequest', call: JsapiCall, answer: () => void): void;
}

declare global {
  interface Window {
    /** WeChat's own browser has it, sooner or later; no script is loaded for it. */
    WeixinJSBridge?: Bridge;
  }
}

/**
 * Hands a payment over to WeChat; resolves once WeChat has answered, whatever it said: the answer proves nothing, so our
 * books are asked. False: there is no WeChat around this page.
 */
export async function callWechat(call: JsapiCall, { waitMs }: { waitMs: number }): Promise<boolean> {
  const bridge = await findBridge(waitMs);
  if (!bridge) return false;
  await new Promise<void>((resolve) => bridge.invoke('getBrandWCPayRequest', call, resolve));
  return true;
}

function findBridge(waitMs: number): Promise<Bridge | null> {
  const ready = window.WeixinJSBridge;
  if (ready) return Promise.resolve(ready);
  return new Promise((resolve) => {
    const give = () => {
      clearTimeout(timer);
      resolve(window.WeixinJSBridge ?? null);
    };
    const timer = setTimeout(give, waitMs);
    document.addEventListener('WeixinJSBridgeReady', give, { once: true });
  });
}
