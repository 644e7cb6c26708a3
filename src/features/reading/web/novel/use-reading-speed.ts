import { useEffect, useState } from 'react';
import type { Script } from '../../../../shared/languages.ts';
import { keep, readKept } from '../../../../web/session.ts';
import { currentProgress, subscribeToProgress } from '../place/progress.ts';
import { lessonOf, noStint, type Speeds, speedFor, stintAfter } from './reading-speed.ts';

/** The kept paces, without values that are no paces. */
function knownSpeeds(): Speeds {
  const kept = readKept('READING_SPEED');
  if (typeof kept !== 'object' || kept === null) return {};
  const speeds = Object.entries(kept).filter(([, speed]) => typeof speed === 'number' && speed > 0);
  return Object.fromEntries(speeds) as Speeds; // names beyond the scripts are never asked for
}

/** How fast this reader reads a script, in characters a minute; it watches, and learns. */
export function useReadingSpeed(script: Script): number {
  const [speeds, setSpeeds] = useState<Speeds>({});

  useEffect(() => {
    setSpeeds(knownSpeeds());
    let stint = noStint;
    return subscribeToProgress(() => {
      const progress = currentProgress();
      if (!progress?.hasMoved || progress.script !== script) return;
      stint = stintAfter(stint, { script, at: progress.share * progress.characters, timeMs: performance.now() });
      const known = knownSpeeds();
      const lesson = lessonOf(stint, { script, known: speedFor(script, known) });
      if (lesson === null) return;
      stint = { ...noStint, at: stint.at, timeMs: stint.timeMs };
      const learned = { ...known, [script]: lesson };
      keep('READING_SPEED', learned);
      setSpeeds(learned);
    });
  }, [script]);

  return speedFor(script, speeds);
}
