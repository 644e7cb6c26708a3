import type { ApiClient } from '../../../../web/api-client.ts';
import { type Exchanged, startExchange } from '../../../../web/exchange.ts';
import { currentUser, keep, readKept } from '../../../../web/session.ts';
import type { ReaderSettingsAnswer, ReaderSettingsBody } from '../../contract.ts';
import { readSettings, subscribeToSettings } from './settings.ts';
import { type Held, heldBy, listUnsent, type TimedSetting, withReceived } from './shared-settings.ts';
import { readSharing } from './sharing.ts';

const gatherMs = 1500;
/** The reader may have chosen otherwise on another device by then. */
const askAgainMs = 5000;
/** The account takes no more with one call (contract.ts). */
const atOnce = 50;
const path = '/user/reader_settings';

/**
 * Keeps this browser's settings and the account's the same: of each setting the later choice holds. Nothing goes out or
 * comes in while they are to stay on this device. A choice that cannot be sent now keeps its time, and is sent later.
 * Ends with the function that comes back.
 */
export function startSettingsSync(api: ApiClient, userUuid: string): () => void {
  return startExchange([exchangeSettings(api, userUuid)], { gatherMs, waitsForRest: true, askAgainMs });
}

function exchangeSettings(api: ApiClient, userUuid: string): Exchanged {
  /** The account's settings, as they were last received; null before, and while nobody follows the account. */
  let received: readonly TimedSetting[] | null = null;

  /** Null: another user reads here now, or these settings stay on this device. */
  function held(): Held | null {
    if (currentUser()?.uuid !== userUuid) return null;
    const mine = heldBy(userUuid, { settings: readSettings(), sharing: readSharing() });
    return mine.sharing.isOnlyHere ? null : mine;
  }

  const news = (): TimedSetting[] => {
    const mine = held();
    return mine && received ? listUnsent(mine, received) : [];
  };

  function take({ result }: ReaderSettingsAnswer): void {
    const mine = held();
    if (!mine) return;
    received = result as TimedSetting[]; // what the contract says of them
    const { settings, sharing } = withReceived(mine, received);
    const after = { ...settings, sharing };
    if (JSON.stringify(after) !== JSON.stringify(readKept('READER_SETTINGS'))) keep('READER_SETTINGS', after);
  }

  return {
    async ask() {
      if (held()) take(await api.get(path));
    },
    async tell() {
      // The result is kept, so other tabs do not send these settings again.
      const body = { items: news().slice(0, atOnce) } as ReaderSettingsBody; // each value is one of its table's
      if (body.items.length > 0) take(await api.send('PUT', path, { body }));
    },
    /** Only the visible tab sends. Until the account has answered once, any setting here may be new to it. */
    hasNews: () => document.visibilityState !== 'hidden' && held() !== null && (received === null || news().length > 0),
    subscribe: (listener) =>
      subscribeToSettings(() => {
        if (held() === null) received = null;
        listener();
      }),
  };
}
