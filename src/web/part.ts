import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

/** Code that comes apart from the page's own, once, when it is needed. */
export interface Part<Props> {
  load(): Promise<unknown>;
  /** Null until it has been loaded. */
  component(): ComponentType<Props> | null;
}

/** Code that a page needs at once for some of what it shows: on the server it is loaded before, and told to browsers. */
export interface PagePart {
  /** The file of its chunk, as the build's manifest names it. */
  source: string;
  load(): Promise<unknown>;
}

export function createPart<Props>(fetchCode: () => Promise<ComponentType<Props>>): Part<Props> {
  let loaded: ComponentType<Props> | null = null;
  return {
    async load() {
      loaded ??= await fetchCode();
    },
    component: () => loaded,
  };
}

export function createPagePart<Props>(
  source: string,
  fetchCode: () => Promise<ComponentType<Props>>,
): Part<Props> & PagePart {
  return { source, ...createPart(fetchCode) };
}

export interface UsedPart<Props> {
  /** Null until its code is at hand. */
  Component: ComponentType<Props> | null;
  /** Its code did not come. It is asked for again by `retry`, and when it is wanted anew. */
  hasFailed: boolean;
  retry: () => void;
}

interface Wishes {
  /** Else nothing is loaded; what is at hand already is given all the same. */
  isWanted?: boolean;
  /** The code did not come: the page goes on without. */
  onFail?: () => void;
}

/** The part where it is at hand; else it is asked for once it is wanted, and is there a moment later. */
export function usePart<Props>(part: Part<Props> | null, { isWanted = true, onFail }: Wishes = {}): UsedPart<Props> {
  const [, setLoads] = useState(0);
  const [failed, setFailed] = useState<Part<Props> | null>(null);
  const fail = useEffectEvent(() => onFail?.());
  const Component = part?.component() ?? null;
  const isMissing = part !== null && isWanted && !Component;
  if (failed && !isMissing) setFailed(null);
  const asked = isMissing && failed !== part ? part : null;

  useEffect(() => {
    if (!asked) return;
    let isGone = false;
    asked.load().then(
      () => !isGone && setLoads((count) => count + 1),
      () => {
        if (isGone) return;
        setFailed(asked);
        fail();
      },
    );
    return () => {
      isGone = true;
    };
  }, [asked]);

  return { Component, hasFailed: isMissing && failed === part, retry: () => setFailed(null) };
}
