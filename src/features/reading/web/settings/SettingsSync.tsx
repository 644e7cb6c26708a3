import { useEffect } from 'react';
import { useApi } from '../../../../web/api.tsx';
import { startLate } from '../../../../web/start-late.ts';
import { whenIdle } from '../../../../web/when-idle.ts';
import { useViewer } from '../chapter/viewer.ts';

/** Keeps a user's settings of the reader and the account's the same while a page is open; the code comes late. */
export function SettingsSync() {
  const api = useApi();
  const viewer = useViewer();
  useEffect(() => {
    if (viewer === null) return;
    // Without it what was chosen keeps its time, and the next page tells it.
    return startLate(async () => {
      await new Promise<void>(whenIdle);
      const { startSettingsSync } = await import('./settings-sync.ts');
      return () => startSettingsSync(api, viewer);
    });
  }, [api, viewer]);
  return null;
}
