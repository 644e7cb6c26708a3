import { useEffect, useEffectEvent } from 'react';

interface MediaKeys {
  title: string;
  artist: string;
  isReading: boolean;
  toggle: () => void;
  go: (by: 1 | -1) => void;
}

const keys = ['play', 'pause', 'previoustrack', 'nexttrack'] as const;

/** Tells the system what is being read, and hears the keys of headphones and lock screens. */
export function useMediaKeys({ title, artist, isReading, toggle, go }: MediaKeys): void {
  const press = useEffectEvent((key: (typeof keys)[number]) => {
    if (key === 'previoustrack') go(-1);
    else if (key === 'nexttrack') go(1);
    else if ((key === 'play') !== isReading) toggle();
  });

  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist });
    for (const key of keys) navigator.mediaSession.setActionHandler(key, () => press(key));
    return () => {
      navigator.mediaSession.metadata = null;
      for (const key of keys) navigator.mediaSession.setActionHandler(key, null);
    };
  }, [title, artist]);

  useEffect(() => {
    if ('mediaSession' in navigator) navigator.mediaSession.playbackState = isReading ? 'playing' : 'paused';
  }, [isReading]);
}
