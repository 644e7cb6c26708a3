import { useEffect } from 'react';
import { useApi } from '../../../../web/api.tsx';
import { whenIdle } from '../../../../web/when-idle.ts';
import { useViewer } from '../viewer.ts';

/** Keeps a user's settings of the reader and the account's the same while a page is open; the code comes late. */
export function SettingsSync() {
  const api = useApi();
  const viewer = useViewer();
  useEffect(() => {
    if (viewer === null) return;
    let end: (() => void) | undefined;
    let isOver = false;
    whenIdle(() => {
      if (isOver) return;
      import('./settings-sync.ts').then(
        ({ startSettingsSync }) => {
          if (!isOver) end = startSettingsSync(api, viewer);
        },
        // Without a connection the code does not come; what was chosen keeps its time, and the next page tells it.
        () => {},
      );
    });
    return () => {
      isOver = true;
      end?.();
    };
  }, [api, viewer]);
  return null;
}
