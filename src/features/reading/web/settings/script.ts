import type { Language } from '../../../../shared/languages.ts';
import { type NovelSettings, settingsTable } from '../../reader-settings.ts';

/** What decides how a text is set: each script has its own sizes and habits. */
export type Script = 'latin' | 'chinese' | 'arabic';

export function scriptOf(language: Language): Script {
  if (language === 'zh-cn') return 'chinese';
  return language === 'ar-sa' ? 'arabic' : 'latin';
}

interface ScriptDefaults {
  fontSizePx: number;
  /** On a screen wider than a phone's. */
  wideFontSizePx: number;
  lineHeight: number;
  justified: boolean;
}

/** spec/reader.md 4.2; the style sheet of the text has the same numbers. */
export const scriptDefaults: Record<Script, ScriptDefaults> = {
  latin: { fontSizePx: 18, wideFontSizePx: 19, lineHeight: 1.6, justified: false },
  chinese: { fontSizePx: 19, wideFontSizePx: 19, lineHeight: 1.75, justified: true },
  arabic: { fontSizePx: 20, wideFontSizePx: 20, lineHeight: 1.9, justified: false },
};

/** Words are cut only where lines are filled, and only in languages that browsers know how to cut. */
export function canHyphenate(language: Language): boolean {
  return scriptOf(language) === 'latin';
}

/** The faces that a script can be read in: OpenDyslexic has Latin letters only. */
export function fontsFor(script: Script): readonly NovelSettings['font'][] {
  return script === 'latin' ? settingsTable.novel.font : settingsTable.novel.font.filter((font) => font !== 'dyslexic');
}
