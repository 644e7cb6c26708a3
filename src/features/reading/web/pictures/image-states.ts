import { pauseAfter } from './image-retry.ts';

/** The state of an image that has failed at least once; other images have none. */
export interface ImageState {
  /** Failures that count. */
  attempt: number;
  /** Times the image was asked for again; each has an address of its own. */
  tries: number;
  status: 'loading' | 'renewing' | 'pausing' | 'offline' | 'failed';
}

export type ImageStates = ReadonlyMap<number, ImageState>;

export type ImageEvent =
  | { type: 'failed'; index: number; tries: number; isOnline: boolean; isRenewing: boolean }
  | { type: 'renewed' }
  | { type: 'notRenewed' }
  | { type: 'due'; index: number }
  | { type: 'online' }
  | { type: 'retryAll' };

const untouched: ImageState = { attempt: 0, tries: 0, status: 'loading' };

export function imageStateOf(states: ImageStates, index: number): ImageState {
  return states.get(index) ?? untouched;
}

/**
 * The states after an event. A failure while offline does not count, nor the failure of an address that is being
 * renewed.
 */
export function imageStatesAfter(states: ImageStates, event: ImageEvent): ImageStates {
  switch (event.type) {
    case 'failed': {
      const state = imageStateOf(states, event.index);
      // The same failure may be seen twice: by its event, and by a look at what failed before the page came alive.
      if (state.status !== 'loading' || state.tries !== event.tries) return states;
      const next: ImageState = event.isRenewing ? { ...state, status: 'renewing' } : failed(state, event.isOnline);
      return new Map(states).set(event.index, next);
    }
    case 'renewed':
      return again(states, ({ status }) => status === 'renewing' || status === 'pausing' || status === 'failed');
    case 'notRenewed':
      return changed(states, (state) => (state.status === 'renewing' ? failed(state, true) : state));
    case 'due':
      return again(states, (state, index) => index === event.index && state.status === 'pausing');
    case 'online':
      return again(states, (state) => state.status === 'offline');
    case 'retryAll':
      return again(states, (state) => state.status === 'failed');
  }
}

function failed(state: ImageState, isOnline: boolean): ImageState {
  if (!isOnline) return { ...state, status: 'offline' };
  const status = pauseAfter(state.attempt) === null ? 'failed' : 'pausing';
  return { ...state, attempt: state.attempt + 1, status };
}

function again(states: ImageStates, isMeant: (state: ImageState, index: number) => boolean): ImageStates {
  return changed(states, (state, index) =>
    isMeant(state, index) ? { ...state, tries: state.tries + 1, status: 'loading' } : state,
  );
}

function changed(states: ImageStates, next: (state: ImageState, index: number) => ImageState): ImageStates {
  return new Map([...states].map(([index, state]) => [index, next(state, index)]));
}
