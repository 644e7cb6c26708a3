import { findLeftPlace, keepRoomForPlaces } from '../../features/library/web/early.ts';
import { prepareReader } from '../../features/reading/web/early.ts';
import type { EarlyFacts } from '../../web/early/facts.ts';
import { leavesForLanguage, leavesForLogin } from '../../web/early/leave.ts';
import { showPerson } from '../../web/early/person.ts';
import { holdPresses } from '../../web/early/presses.ts';
import { startWhenDue } from '../../web/early/start.ts';

// Runs in the head, before the first paint. The build bundles it into one inline script of every document.
const facts = document.currentScript?.dataset as unknown as EarlyFacts; // the document writes them, held by their type

if (!leavesForLogin(facts) && !leavesForLanguage(facts)) {
  showPerson();
  const reader = prepareReader(findLeftPlace);
  keepRoomForPlaces();
  if (facts.entry) holdPresses();
  startWhenDue(facts, reader.isDue);
}
