import { useEffect, useEffectEvent } from 'react';
import { carry } from '../../../../web/session.ts';
import type { ReadChapter } from './use-carried-place.ts';

/**
 * Hands the place within a chapter from one document to the next: a page that is loaded anew, in another language
 * above all, shows the same picture or paragraph. Who has not moved opens where they were anyway.
 */
export function useCarryingPlace({ chapterUuid, isOpen, handle }: ReadChapter): void {
  const leave = useEffectEvent(() => {
    const position = isOpen ? handle.current?.position() : null;
    if (position) carry({ chapterUuid, position });
  });

  useEffect(() => {
    const listen = () => leave();
    addEventListener('pagehide', listen);
    return () => removeEventListener('pagehide', listen);
  }, []);
}
