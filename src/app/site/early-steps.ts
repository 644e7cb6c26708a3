import { keepRoomForPlaces } from '../../features/library/web/early.ts';
import type { PreparedReader } from '../../features/reading/web/early.ts';
import type { EarlyFacts } from '../../web/early/facts.ts';
import { leavesForLanguage, leavesForLogin } from '../../web/early/leave.ts';
import { showPerson } from '../../web/early/person.ts';
import { holdPresses } from '../../web/early/presses.ts';
import { startWhenDue } from '../../web/early/start.ts';

/** Does the work of every page before its first paint; `prepare` is the part of one kind of page. */
export function runEarly(prepare: () => PreparedReader): void {
  const facts = document.currentScript?.dataset as unknown as EarlyFacts; // the document writes them, held by their type
  if (leavesForLogin(facts) || leavesForLanguage(facts)) return;
  showPerson();
  const reader = prepare();
  keepRoomForPlaces();
  if (facts.entry) holdPresses();
  startWhenDue(facts, reader.isDue);
}
