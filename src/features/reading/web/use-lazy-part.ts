import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

interface LazyPart<Props> {
  load: () => Promise<ComponentType<Props>>;
  isWanted: boolean;
  /** The code did not come: the page goes on without. */
  onFail: () => void;
}

/** A part of the page whose code comes when it is first wanted; null until it is there. */
export function useLazyPart<Props>({ load, isWanted, onFail }: LazyPart<Props>): ComponentType<Props> | null {
  const [part, setPart] = useState<{ Component: ComponentType<Props> } | null>(null);
  const fail = useEffectEvent(onFail);
  const isMissing = isWanted && part === null;

  useEffect(() => {
    if (!isMissing) return;
    let isGone = false;
    load()
      .then((Component) => !isGone && setPart({ Component }))
      .catch(() => !isGone && fail());
    return () => {
      isGone = true;
    };
  }, [isMissing, load]);

  return part?.Component ?? null;
}
