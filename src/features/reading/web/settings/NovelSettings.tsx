import { useEffect, useId, useState } from 'react';
import { scriptOfWords, type Worded } from '../../../../shared/text-language.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Range } from '../../../../web/ui/Range.tsx';
import { Switch } from '../../../../web/ui/Switch.tsx';
import { type NovelSettings as Novel, settingsTable } from '../../reader-settings.ts';
import { Choice } from './Choice.tsx';
import { changeReaderSettings, limitsOf } from './change-settings.ts';
import styles from './NovelSettings.module.css';
import { canHyphenate, fontsFor, scriptDefaults } from './script.ts';
import { useReaderSettings } from './settings.ts';

const table = settingsTable.novel;
/** As the style sheet of the text has it. */
const wideScreen = '(width > 768px)';

/** How novels are set: in force at once, and each script's own habit where nothing is chosen. */
export function NovelSettings({ words }: { words: Worded | null }) {
  const { t, language } = useText();
  const { novel } = useReaderSettings();
  const script = scriptOfWords(words ?? { language });
  const usual = scriptDefaults[script];
  const fonts = fontsFor(script);
  const usualSizePx = matchMedia(wideScreen).matches ? usual.wideFontSizePx : usual.fontSizePx;
  const fontSizePx = novel.fontSizePx ?? usualSizePx;
  const lineHeight = novel.lineHeight ?? usual.lineHeight;
  const justified = novel.justified ?? usual.justified;
  const fills = useFilledLines();
  const change = (part: Partial<Novel>) => changeReaderSettings({ novel: part });
  return (
    <>
      <PaperChoice value={novel.theme} onChange={(theme) => change({ theme })} />
      <Range
        label={t('reading.novel.fontSize')}
        value={fontSizePx}
        valueText={t('reading.pixels', { value: fontSizePx })}
        {...limitsOf(table.fontSizePx)}
        onChange={(value) => change({ fontSizePx: value })}
      />
      <Range
        label={t('reading.novel.lineHeight')}
        value={lineHeight}
        valueText={t('reading.novel.times', { value: lineHeight })}
        {...limitsOf(table.lineHeight)}
        step={0.05}
        onChange={(value) => change({ lineHeight: Math.round(value * 20) / 20 })}
      />
      <Range
        label={t('reading.novel.measure')}
        value={novel.measurePercent}
        valueText={t('reading.percent', { value: novel.measurePercent })}
        {...limitsOf(table.measurePercent)}
        step={5}
        onChange={(measurePercent) => change({ measurePercent })}
      />
      <Choice
        label={t('reading.novel.font')}
        values={fonts}
        wordsOf={(font) => t(`reading.novel.fonts.${font}`)}
        value={fonts.includes(novel.font) ? novel.font : 'sans'}
        onChange={(font) => change({ font })}
      />
      <Choice
        label={t('reading.novel.flow')}
        values={table.flow}
        wordsOf={(flow) => t(`reading.novel.flows.${flow}`)}
        value={novel.flow}
        onChange={(flow) => change({ flow })}
      />
      <Switch label={t('reading.novel.justified')} isOn={justified} onChange={(isOn) => change({ justified: isOn })} />
      {justified && !fills && <p className={styles.hint}>{t('reading.novel.shortLines')}</p>}
      {justified && canHyphenate(script) && (
        <Switch
          label={t('reading.novel.hyphenated')}
          isOn={novel.hyphenated ?? true}
          onChange={(isOn) => change({ hyphenated: isOn })}
        />
      )}
      <Range
        label={t('reading.novel.voiceRate')}
        value={novel.voiceRate}
        valueText={t('reading.novel.times', { value: novel.voiceRate })}
        {...limitsOf(table.voiceRate)}
        step={0.1}
        onChange={(value) => change({ voiceRate: Math.round(value * 10) / 10 })}
      />
    </>
  );
}

/** Whether the open text fills its lines; columns may be too narrow for it (NovelText.module.css). */
function useFilledLines(): boolean {
  const [fills, setFills] = useState(true);
  // After each change, whatever it was: a larger size makes narrower columns.
  useEffect(() => {
    const words = document.querySelector('[data-text] p[data-block]');
    setFills(!words || getComputedStyle(words).textAlign === 'justify');
  });
  return fills;
}

/** The papers side by side, each as it looks. */
function PaperChoice({ value, onChange }: { value: Novel['theme']; onChange: (theme: Novel['theme']) => void }) {
  const { t } = useText();
  const name = useId();
  return (
    <fieldset className={styles.papers}>
      <legend>{t('reading.novel.theme')}</legend>
      {table.theme.map((theme) => (
        <label key={theme} className={styles.paper} data-paper={theme}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={value === theme}
            onChange={() => onChange(theme)}
          />
          <span>{t(`reading.novel.themes.${theme}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
