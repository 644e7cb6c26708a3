import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

/** Code that is loaded apart from the page's own, once, when it is needed. */
export interface Part<Props> {
  load(): Promise<unknown>;
  /** Null until the code has loaded. */
  component(): ComponentType<Props> | null;
}

/**
 * Code that a page needs at once for some content: the server loads it before rendering, and lets browsers preload it.
 */
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
  /** Null until its code has loaded. */
  Component: ComponentType<Props> | null;
  /** The code failed to load. It is requested again by `retry`, and when it is wanted anew. */
  hasFailed: boolean;
  retry: () => void;
}

interface Wishes {
  /** False: nothing is loaded; code that has loaded already is returned. */
  isWanted?: boolean;
  /** Called when the code failed to load: the page goes on without it. */
  onFail?: () => void;
}

/**
 * The part where its code has loaded; else its code is requested once it is wanted, and the component renders again.
 */
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
