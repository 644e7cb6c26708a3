import { useText } from '../../../../../web/i18n.tsx';
import { Select } from '../../../../../web/ui/Select.tsx';
import { changeReaderSettings } from '../../settings/change-settings.ts';
import { useReaderSettings } from '../../settings/settings.ts';
import { chapterCounts, type Reach, type ReadingOn, reachOf, sleepMinutes } from '../tools/reading-on.ts';
import styles from './ReadAloud.module.css';
import type { useVoices } from './use-voices.ts';

const rates = ['0.5', '0.75', '1', '1.25', '1.5', '1.75', '2', '2.5', '3'] as const;

interface AloudChoicesProps {
  voices: ReturnType<typeof useVoices>;
  on: ReadingOn;
  onChange: (on: ReadingOn) => void;
}

/** How it is read aloud, and how long. */
export function AloudChoices({ voices, on, onChange }: AloudChoicesProps) {
  return (
    <div className={styles.choices}>
      <RateChoice />
      {voices.voices.length > 1 && <VoiceChoice {...voices} />}
      <TimerChoice {...{ on, onChange }} />
      <ReachChoice {...{ on, onChange }} />
    </div>
  );
}

function RateChoice() {
  const { t } = useText();
  const { voiceRate } = useReaderSettings().novel;
  const known = rates.find((rate) => Number(rate) === voiceRate);
  const options = known ? rates : [String(voiceRate), ...rates];
  return (
    <Select
      label={t('reading.novel.voiceRate')}
      options={options.map((value) => ({ value, label: t('reading.novel.times', { value: Number(value) }) }))}
      value={String(voiceRate)}
      onChange={(value) => changeReaderSettings({ novel: { voiceRate: Number(value) } })}
    />
  );
}

function VoiceChoice({ voices, chosen, choose }: ReturnType<typeof useVoices>) {
  const { t } = useText();
  return (
    <Select
      label={t('reading.novel.voice')}
      options={voices.map(({ voiceURI, name, lang }) => ({ value: voiceURI, label: name, lang }))}
      value={chosen ?? ''}
      onChange={choose}
    />
  );
}

type LimitProps = Omit<AloudChoicesProps, 'voices'>;

function TimerChoice({ on, onChange }: LimitProps) {
  const { t } = useText();
  return (
    <Select
      label={t('reading.novel.timer')}
      options={[
        { value: '', label: t('reading.novel.timerOff') },
        ...sleepMinutes.map((count) => ({ value: `${count}`, label: t('reading.novel.timerMinutes', { count }) })),
      ]}
      value={on.timer ? `${on.timer.minutes}` : ''}
      onChange={(value) => {
        const minutes = sleepMinutes.find((count) => `${count}` === value);
        onChange({ ...on, timer: minutes ? { minutes, stopAt: Date.now() + minutes * 60_000 } : null });
      }}
    />
  );
}

function ReachChoice({ on, onChange }: LimitProps) {
  const { t } = useText();
  const { readsOn } = useReaderSettings().novel;
  const counts = [...new Set([...chapterCounts, ...(on.left ? [on.left] : [])])].sort((one, other) => one - other);
  return (
    <Select<Reach>
      label={t('reading.novel.reach')}
      options={[
        { value: 'chapter', label: t('reading.novel.thisChapter') },
        ...counts.map((count): { value: Reach; label: string } => ({
          value: `${count}`,
          label: t('reading.novel.moreChapters', { count }),
        })),
        { value: 'book', label: t('reading.novel.wholeBook') },
      ]}
      value={reachOf(on, { readsOn })}
      onChange={(reach) => {
        const isHabit = reach === 'chapter' || reach === 'book';
        if (isHabit) changeReaderSettings({ novel: { readsOn: reach === 'book' } });
        onChange({ ...on, left: isHabit ? null : Number(reach) });
      }}
    />
  );
}
