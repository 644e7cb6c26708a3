import { useState } from 'react';
import { languageNames, languages } from '../../../../shared/languages.ts';
import { audiences, inLanguageOf } from '../../../../shared/site-settings.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { EmptyState } from '../../../../web/ui/EmptyState.tsx';
import panel from '../../../../web/ui/Panel.module.css';
import { Ask, type Typed, typedOf } from '../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../studio/web/ChoiceField.tsx';
import { useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { TimeFields } from '../../../studio/web/LimitFields.tsx';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { TextArea } from '../../../studio/web/TextArea.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { announcementKinds, readPieces } from '../../rules.ts';
import type { AnnouncementRow } from '../../studio-contract.ts';
import styles from './AnnouncementsPage.module.css';

/** What is announced to readers: above the pages, in their inboxes, or both. */
function AnnouncementsPage() {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const asked = useStudioQuery('/studio/announcements');
  const [edited, setEdited] = useState<AnnouncementRow | 'new' | null>(null);
  const [removed, setRemoved] = useState<AnnouncementRow | null>(null);
  const row = edited === 'new' ? null : edited;

  async function save(typed: Typed): Promise<void> {
    const body = readAnnouncement(typed);
    if (row) {
      const params = { announcement_id: row.announcement_id };
      await calls.send('PUT', '/studio/announcements/:announcement_id', { params, body });
    } else await calls.send('POST', '/studio/announcements', { body });
    await asked.refetch();
  }

  return (
    <Page
      title={t('announcements.title')}
      lead={t('announcements.lead')}
      actions={
        <Button variant="primary" onClick={() => setEdited('new')}>
          {t('announcements.add')}
        </Button>
      }
    >
      <Loaded asked={asked}>
        {({ data: { result } }) =>
          result.length === 0 ? (
            <EmptyState title={t('announcements.nothing')}>{t('announcements.nothingText')}</EmptyState>
          ) : (
            <ul className={panel.list}>
              {result.map((each) => (
                <Announcement
                  key={each.announcement_id}
                  row={each}
                  onEdit={() => setEdited(each)}
                  onRemove={() => setRemoved(each)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Ask
        open={edited !== null}
        title={t(row ? 'announcements.change' : 'announcements.add')}
        confirm={t('kit.save')}
        fields={['text', ...languages.map((language) => `text.${language}`), 'from', 'until', 'audience', 'kind']}
        act={save}
        onClose={() => setEdited(null)}
      >
        {({ fields }) => <AnnouncementFields row={row} faults={fields} />}
      </Ask>
      <Ask
        open={removed !== null}
        title={t('announcements.removeTitle')}
        confirm={t('announcements.remove')}
        act={async () => {
          const params = { announcement_id: removed?.announcement_id ?? '' };
          await calls.send('DELETE', '/studio/announcements/:announcement_id', { params });
          await asked.refetch();
        }}
        onClose={() => setRemoved(null)}
      >
        {() => <p>{t('announcements.removeText')}</p>}
      </Ask>
    </Page>
  );
}

function Announcement({ row, onEdit, onRemove }: { row: AnnouncementRow; onEdit: () => void; onRemove: () => void }) {
  const { t } = useStudioText();
  const { language } = useText();
  const { text, from, until, audience, kind, told } = row;
  const now = Date.now();
  const words = inLanguageOf(text, language) ?? '';
  const nameOf = (deed: string) =>
    t('kit.deedOf', {
      deed,
      name: readPieces(words)
        .map((piece) => piece.text)
        .join(''),
    });
  const state = Date.parse(from) > now ? 'later' : until && Date.parse(until) <= now ? 'over' : 'now';
  return (
    <li className={panel.panel}>
      <p className={styles.text} dir="auto">
        {readPieces(words).map(({ text: piece, href }, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
          href === undefined ? piece : <u key={at}>{piece}</u>,
        )}
      </p>
      <p className={styles.facts}>
        <Badge tone={state === 'now' ? 'ink' : 'line'}>{t(`announcements.states.${state}`)}</Badge>
        <span>{t(`announcements.kinds.${kind}`)}</span>
        <span>{t(`announcements.audiences.${audience}`)}</span>
        <span>
          {t('kit.from')}: <ExactMoment at={from} />
        </span>
        {until && (
          <span>
            {t('kit.to')}: <ExactMoment at={until} />
          </span>
        )}
        {told && <span>{t('announcements.told')}</span>}
      </p>
      <p className={styles.buttons}>
        <Button aria-label={nameOf(t('announcements.change'))} onClick={onEdit}>
          {t('announcements.change')}
        </Button>
        <Button aria-label={nameOf(t('announcements.remove'))} onClick={onRemove}>
          {t('announcements.remove')}
        </Button>
      </p>
    </li>
  );
}

function AnnouncementFields({
  row,
  faults,
}: {
  row: AnnouncementRow | null;
  faults: Readonly<Record<string, string>>;
}) {
  const { t } = useStudioText();
  const others = languages.filter((language) => language !== 'en-us');
  const areaOf = (language: (typeof languages)[number], hint?: string) => (
    <TextArea
      key={language}
      name={`text.${language}`}
      label={languageNames[language]}
      {...(hint !== undefined && { hint })}
      defaultValue={row?.text[language]}
      error={faults[`text.${language}`] ?? (language === 'en-us' ? faults.text : undefined)}
      maxLength={500}
    />
  );
  return (
    <>
      {areaOf('en-us', t('announcements.textHint'))}
      <details className={styles.more} open={others.some((language) => row?.text[language] !== undefined)}>
        <summary>{t('announcements.otherLanguages')}</summary>
        {others.map((language) => areaOf(language))}
      </details>
      <ChoiceField
        name="kind"
        label={t('announcements.kind')}
        defaultValue={row?.kind ?? 'bar'}
        options={announcementKinds.map((value) => ({ value, label: t(`announcements.kinds.${value}`) }))}
      />
      <ChoiceField
        name="audience"
        label={t('announcements.audience')}
        defaultValue={row?.audience ?? 'all'}
        options={audiences.map((value) => ({ value, label: t(`announcements.audiences.${value}`) }))}
      />
      <TimeFields row={row} faults={faults} />
    </>
  );
}

function readAnnouncement(typed: Typed) {
  const timeOf = (field: string) => (typed(field) ? new Date(typed(field)).toISOString() : null);
  const text = Object.fromEntries(
    languages.flatMap((language) => (typed(`text.${language}`).trim() ? [[language, typed(`text.${language}`)]] : [])),
  );
  return {
    text,
    ...{ from: timeOf('from'), until: timeOf('until') },
    kind: typedOf(announcementKinds, typed('kind')),
    audience: typedOf(audiences, typed('audience')),
  };
}

export const announcementsPage = studioPage(AnnouncementsPage);
