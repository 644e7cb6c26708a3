import { Button } from '../../../../web/ui/Button.tsx';
import { CopyField } from '../../../../web/ui/CopyField.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { Switch } from '../../../../web/ui/Switch.tsx';
import { type Answered, type One, useKeepAnswer, useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { EditForm } from '../../../studio/web/EditForm.tsx';
import { FieldGroup } from '../../../studio/web/FieldGroup.tsx';
import { History } from '../../../studio/web/History.tsx';
import type { Flat } from '../../../studio/web/merge.ts';
import { Loaded, Page, Section, studioPage } from '../../../studio/web/Page.tsx';
import { typedTime, zoneHere } from '../../../studio/web/times.ts';
import { readNumber } from '../../../studio/web/typed-number.ts';
import { useEditing } from '../../../studio/web/use-editing.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import { mostCampaigns } from '../../rules.ts';
import type { TrialTerms } from '../../studio-contract.ts';
import styles from './TrialPage.module.css';

/** The days of trial for new accounts, and the words of campaigns that give them. */
function TrialPage() {
  const { t } = useStudioText();
  const asked = useStudioQuery('/studio/trial');
  return (
    <Page form title={t('trial.title')} lead={t('trial.lead')}>
      <Loaded asked={asked}>{(loaded) => <TrialForm loaded={loaded} />}</Loaded>
      <Section title={t('book.tabs.history')}>
        <History target="trial" />
      </Section>
    </Page>
  );
}

type Campaign = TrialTerms['campaigns'][number];

function TrialForm({ loaded }: { loaded: Answered<One<TrialTerms>> }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const keepAnswer = useKeepAnswer();
  const editing = useEditing<TrialTerms>({
    name: '/settings/trial',
    loaded,
    flatten: ({ trial_days: days, open, campaigns }) => ({ trial_days: String(days), open, campaigns }),
    save: (changes, ifMatch) => calls.send('PUT', '/studio/trial', { body: bodyOf(changes), ifMatch }),
    keep: (saved) => keepAnswer('/studio/trial', {}, saved),
  });
  const { value, change, faults } = editing;
  const campaigns = campaignsOf(value);
  const nameOf = (field: string) => t(isField(field) ? `trial.fields.${field}` : 'trial.title');
  return (
    <EditForm editing={editing} nameOf={nameOf} help={t('trial.help')}>
      <Section title={t('trial.terms')}>
        <Field
          label={t('trial.fields.trial_days')}
          hint={t('trial.daysHint')}
          inputMode="numeric"
          value={String(value.trial_days ?? '')}
          error={faults.fields.trial_days}
          onChange={(event) => change({ trial_days: event.target.value })}
        />
        <Switch label={t('trial.fields.open')} isOn={value.open === true} onChange={(open) => change({ open })} />
        <p className={styles.hint}>{t('trial.openHint')}</p>
      </Section>
      <Section title={t('trial.fields.campaigns')}>
        <p className={styles.hint}>{t('trial.campaignsHint')}</p>
        {campaigns.map((campaign, at) => (
          <CampaignFields
            // biome-ignore lint/suspicious/noArrayIndexKey: the same place is the same campaign
            key={at}
            campaign={campaign}
            onChange={(next) => change({ campaigns: campaigns.map((each, place) => (place === at ? next : each)) })}
            onRemove={() => change({ campaigns: campaigns.filter((_, place) => place !== at) })}
          />
        ))}
        <div>
          <Button
            disabled={campaigns.length >= mostCampaigns}
            onClick={() => change({ campaigns: [...campaigns, { word: '', until: '', count: 100, used: 0 }] })}
          >
            {t('trial.add')}
          </Button>
        </div>
      </Section>
    </EditForm>
  );
}

const fields = ['trial_days', 'open', 'campaigns'] as const;
const isField = (name: string): name is (typeof fields)[number] => fields.some((field) => field === name);

const campaignsOf = ({ campaigns }: Flat) => campaigns as readonly Campaign[]; // as the answer has them, and the form writes them

/** The body of PUT for changed fields. */
function bodyOf(changes: Flat) {
  return {
    ...(changes.trial_days !== undefined && { trial_days: readNumber(String(changes.trial_days)) }),
    ...(changes.open !== undefined && { open: changes.open === true }),
    ...(changes.campaigns !== undefined && {
      campaigns: campaignsOf(changes).map(({ word, until, count }) => ({ word, until, count })),
    }),
  };
}

function CampaignFields({
  campaign,
  onChange,
  onRemove,
}: {
  campaign: Campaign;
  onChange: (campaign: Campaign) => void;
  onRemove: () => void;
}) {
  const { t, number } = useStudioText();
  const { word, until, count, used } = campaign;
  return (
    <FieldGroup name={word === '' ? t('trial.newCampaign') : <bdi>{word}</bdi>}>
      <Field
        label={t('trial.word')}
        hint={t('trial.wordHint')}
        value={word}
        dir="ltr"
        spellCheck={false}
        onChange={(event) => onChange({ ...campaign, word: event.target.value.trim().toLowerCase() })}
      />
      <Field
        label={t('trial.until')}
        hint={t('trial.untilHint', { zone: zoneHere() })}
        type="datetime-local"
        value={typedTime(until)}
        onChange={(event) => onChange({ ...campaign, until: momentOf(event.target.value) })}
      />
      <Field
        label={t('trial.count')}
        hint={t('trial.used', { count: used, used: number(used) })}
        inputMode="numeric"
        value={String(count)}
        onChange={(event) => onChange({ ...campaign, count: Number(event.target.value.replace(/\D/g, '')) })}
      />
      {word !== '' && (
        <CopyField
          label={t('trial.link')}
          value={`${location.origin}/?c=${word}`}
          copyLabel={t('kit.copy')}
          copiedText={t('kit.copied')}
          selectedText={t('kit.selected')}
        />
      )}
      <div>
        <Button aria-label={t('recommended.removeOf', { title: word })} onClick={onRemove}>
          {t('recommended.remove')}
        </Button>
      </div>
    </FieldGroup>
  );
}

const momentOf = (typed: string) => (typed === '' ? '' : new Date(typed).toISOString());

export const trialPage = studioPage(TrialPage);
