import { useEffect, useState } from 'react';
import { languageNames, languages, languageTags } from '../../../../shared/languages.ts';
import { chooseLanguage } from '../../../../web/choose-language.ts';
import { useText } from '../../../../web/i18n.tsx';
import { useOpenedPage } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { GlobeIcon } from '../../../../web/ui/field-icons.tsx';
import { Icon } from '../../../../web/ui/icons.tsx';
import { Range } from '../../../../web/ui/Range.tsx';
import { Select } from '../../../../web/ui/Select.tsx';
import { Switch } from '../../../../web/ui/Switch.tsx';
import { bookSettings, type ComicSettings as Comic, defaultSettings, settingsTable } from '../../reader-settings.ts';
import { useReader } from '../chapter/reader.ts';
import { useViewer } from '../chapter/viewer.ts';
import { ComicSettings } from './ComicSettings.tsx';
import { autoScrollSpeeds, changeReaderSettings, keepOnlyHere, limitsOf } from './change-settings.ts';
import { LayoutSettings } from './LayoutSettings.tsx';
import { NovelSettings } from './NovelSettings.tsx';
import styles from './ReaderSettings.module.css';
import { readSettings, useReaderSettings } from './settings.ts';
import { useSharing } from './sharing.ts';

interface ReaderSettingsProps {
  open: boolean;
  onAutoScroll: () => void;
  onClose: () => void;
}

const languageOptions = languages.map((value) => ({ value, label: languageNames[value], lang: languageTags[value] }));

/** How this reader reads: kept in this browser, and in force at once. */
export function ReaderSettings({ open, onAutoScroll, onClose }: ReaderSettingsProps) {
  const { t } = useText();
  const { place, isNovel, pagesTurn } = useReader();
  return (
    <Dialog
      open={open}
      title={t('reading.settings')}
      closeLabel={t('reading.close')}
      placement="side"
      onClose={onClose}
    >
      <div className={styles.settings}>
        <LanguageChoice />
        {isNovel ? (
          <NovelSettings words={place.words} />
        ) : (
          <>
            <LayoutSettings />
            <ComicSettings />
          </>
        )}
        {pagesTurn === null && <MovingSettings onAutoScroll={onAutoScroll} />}
        <OnlyHere />
        <KeepingNote />
      </div>
    </Dialog>
  );
}

/** Another language opens the chapter in its own edition, where there is one, at the same place. */
function LanguageChoice() {
  const { t, language } = useText();
  const page = useOpenedPage();
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">{t('reading.readingLanguage')}</span>
      <Select
        label={t('reading.readingLanguage')}
        options={languageOptions}
        value={language}
        onChange={(chosen) => chooseLanguage(chosen, page)}
        icon={<GlobeIcon />}
      />
    </div>
  );
}

/** The settings of whatever is scrolled: how one goes on by hand, or without. */
function MovingSettings({ onAutoScroll }: { onAutoScroll: () => void }) {
  const { t } = useText();
  const { stepPercent, swipesTurnChapters, pullsNextChapter, autoScrollSpeed } = useReaderSettings().comic;
  const change = (part: Partial<Comic>) => changeReaderSettings({ comic: part });
  return (
    <>
      <Range
        label={t('reading.step')}
        value={stepPercent}
        valueText={t('reading.percent', { value: stepPercent })}
        {...limitsOf(settingsTable.comic.stepPercent)}
        step={5}
        onChange={(value) => change({ stepPercent: value })}
      />
      <Switch
        label={t('reading.swipesTurn')}
        isOn={swipesTurnChapters}
        onChange={(isOn) => change({ swipesTurnChapters: isOn })}
      />
      <Switch
        label={t('reading.pullsTurn')}
        isOn={pullsNextChapter}
        onChange={(isOn) => change({ pullsNextChapter: isOn })}
      />
      <Range
        label={t('reading.autoScrollSpeed')}
        value={autoScrollSpeed}
        valueText={t('reading.perSecond', { value: autoScrollSpeed })}
        {...autoScrollSpeeds}
        onChange={(speed) => change({ autoScrollSpeed: speed })}
      />
      <Button onClick={onAutoScroll}>
        <Icon>
          <path d="M12 4v14M6.5 12.5L12 18l5.5-5.5M5 21h14" />
        </Icon>
        {t('reading.startAutoScroll')}
      </Button>
    </>
  );
}

/** Whether a user's settings go with their account; a visitor has none. */
function OnlyHere() {
  const { t } = useText();
  const account = useViewer();
  const sharing = useSharing();
  if (account === null) return null;
  const isOnlyHere = sharing.isOnlyHere && sharing.account === account;
  return (
    <div>
      <Switch
        label={t('reading.onlyHere')}
        isOn={isOnlyHere}
        onChange={(isOn) => keepOnlyHere({ account, isOnlyHere: isOn })}
      />
      <p className={styles.note}>{t(isOnlyHere ? 'reading.settingsStay' : 'reading.settingsFollow')}</p>
    </div>
  );
}

/** The way back, and a word where the browser keeps nothing. */
function KeepingNote() {
  const { t } = useText();
  const { place, isNovel } = useReader();
  const { bookUuid } = place;
  const [isKept, setKept] = useState(true);
  useEffect(() => setKept(changeReaderSettings({})), []);
  const reset = () => {
    const { comic, novel } = defaultSettings;
    const books = { [bookUuid]: bookSettings(defaultSettings, bookUuid) };
    setKept(
      changeReaderSettings(
        isNovel ? { comic, novel } : { comic, ...(readSettings().books[bookUuid] ? { books } : {}) },
      ),
    );
  };
  return (
    <>
      <Button variant="quiet" onClick={reset}>
        {t('reading.resetSettings')}
      </Button>
      {!isKept && <p className={styles.note}>{t('reading.settingsNotKept')}</p>}
    </>
  );
}
