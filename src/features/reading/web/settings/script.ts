import type { Script } from '../../../../shared/languages.ts';
import { type NovelSettings, settingsTable } from '../../reader-settings.ts';

interface ScriptDefaults {
  fontSizePx: number;
  /** On a screen wider than a phone's. */
  wideFontSizePx: number;
  lineHeight: number;
  justified: boolean;
}

/** spec: reader.md#novels; the style sheet of the text has the same numbers. */
export const scriptDefaults: Record<Script, ScriptDefaults> = {
  latin: { fontSizePx: 18, wideFontSizePx: 19, lineHeight: 1.6, justified: false },
  chinese: { fontSizePx: 19, wideFontSizePx: 19, lineHeight: 1.75, justified: true },
  arabic: { fontSizePx: 20, wideFontSizePx: 20, lineHeight: 1.9, justified: false },
  other: { fontSizePx: 18, wideFontSizePx: 19, lineHeight: 1.6, justified: false },
};

/** Words are cut only where lines are filled, and only in languages that browsers know how to cut. */
export function canHyphenate(script: Script): boolean {
  return script === 'latin';
}

/** The faces that a script can be read in: OpenDyslexic has Latin letters only. */
export function fontsFor(script: Script): readonly NovelSettings['font'][] {
  return script === 'latin' ? settingsTable.novel.font : settingsTable.novel.font.filter((font) => font !== 'dyslexic');
}
