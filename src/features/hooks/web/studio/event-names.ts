import type { HookEvent } from '../../rules.ts';

type NameOf<Event> = Event extends `${infer Thing}.${infer Verb}` ? `${Thing}_${Verb}` : never;

/** The name by which messages know an event: theirs have no dot. */
export function nameOf<Event extends HookEvent>(event: Event): NameOf<Event> {
  return event.replace('.', '_') as NameOf<Event>; // the type says the same
}
