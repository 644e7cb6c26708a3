import { useEffect, useEffectEvent } from 'react';
import { carry } from '../../../../web/carried.ts';
import { useReader } from '../chapter/reader.ts';

/**
 * Hands the place within a chapter from one document to the next: a page that is loaded anew, in another language above
 * all, shows the same picture or paragraph. A reader who has not moved opens at the same place anyway.
 */
export function useCarryingPlace(): void {
  const { place, isWaiting, handle } = useReader();
  const leave = useEffectEvent(() => {
    const position = isWaiting ? null : handle.current?.position();
    if (position) carry({ chapterUuid: place.chapterUuid, position });
  });

  useEffect(() => {
    const listen = () => leave();
    addEventListener('pagehide', listen);
    return () => removeEventListener('pagehide', listen);
  }, []);
}
