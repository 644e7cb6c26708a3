import { useEffect, useState } from 'react';
import { keep, readKept } from '../../../../../web/session.ts';
import { currentProgress, subscribeToProgress } from '../../place/progress.ts';
import { lessonOf, noStint, type Pace, paceOf, type Speeds, speedFor, stintAfter } from './reading-speed.ts';

/** The kept paces, without values that are no paces. */
function knownSpeeds(): Speeds {
  const kept = readKept('READING_SPEED');
  if (typeof kept !== 'object' || kept === null) return {};
  const speeds = Object.entries(kept).filter(([, speed]) => typeof speed === 'number' && speed > 0);
  return Object.fromEntries(speeds) as Speeds; // names beyond the paces are never asked for
}

/** How fast this reader reads a language, in characters a minute; it watches, and learns. */
export function useReadingSpeed(pace: Pace): number {
  const [speeds, setSpeeds] = useState<Speeds>({});

  useEffect(() => {
    setSpeeds(knownSpeeds());
    let stint = noStint;
    return subscribeToProgress(() => {
      const progress = currentProgress();
      if (!progress?.hasMoved || paceOf(progress.words) !== pace) return;
      stint = stintAfter(stint, { pace, at: progress.share * progress.characters, timeMs: performance.now() });
      const known = knownSpeeds();
      const lesson = lessonOf(stint, { pace, known: speedFor(pace, known) });
      if (lesson === null) return;
      stint = { ...noStint, at: stint.at, timeMs: stint.timeMs };
      const learned = { ...known, [pace]: lesson };
      keep('READING_SPEED', learned);
      setSpeeds(learned);
    });
  }, [pace]);

  return speedFor(pace, speeds);
}
