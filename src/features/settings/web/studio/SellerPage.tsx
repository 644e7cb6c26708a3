import type { Seller } from '../../../../shared/site-settings.ts';
import { Field } from '../../../../web/ui/Field.tsx';
import { type Answered, type One, useKeepAnswer, useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { EditForm } from '../../../studio/web/EditForm.tsx';
import { History } from '../../../studio/web/History.tsx';
import type { Flat } from '../../../studio/web/merge.ts';
import { Loaded, Page, Section, studioPage } from '../../../studio/web/Page.tsx';
import { readNumber } from '../../../studio/web/typed-number.ts';
import { useEditing } from '../../../studio/web/use-editing.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import type { GivenSeller } from '../../studio-contract.ts';

const parts = {
  who: ['name', 'form', 'address', 'phone', 'email', 'director', 'host'],
  numbers: ['registration', 'tax_id', 'tax_rate', 'receipt_prefix', 'refund_prefix'],
  china: ['icp', 'police', 'licence'],
} as const;
type Fact = (typeof parts)[keyof typeof parts][number];
const partNames = ['who', 'numbers', 'china'] as const;

/** Who sells memberships here, as laws want it told. */
function SellerPage() {
  const { t } = useStudioText();
  const asked = useStudioQuery('/studio/site/seller');
  return (
    <Page form title={t('seller.title')} lead={t('seller.lead')}>
      <Loaded asked={asked}>{(loaded) => <SellerForm loaded={loaded} />}</Loaded>
      <Section title={t('book.tabs.history')}>
        <History target="site.seller" />
      </Section>
    </Page>
  );
}

function SellerForm({ loaded }: { loaded: Answered<One<Seller>> }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const keepAnswer = useKeepAnswer();
  const editing = useEditing<Seller>({
    name: '/settings/seller',
    loaded,
    flatten: (seller) => Object.fromEntries(Object.entries(seller).map(([fact, value]) => [fact, String(value ?? '')])),
    save: (changes, ifMatch) => calls.send('PUT', '/studio/site/seller', { body: bodyOfSeller(changes), ifMatch }),
    keep: (saved) => keepAnswer('/studio/site/seller', {}, saved),
  });
  const { value, change, faults } = editing;
  return (
    <EditForm editing={editing} nameOf={(field) => t(`seller.fields.${factOf(field)}`)} help={t('seller.help')}>
      {partNames.map((part) => (
        <Section key={part} title={t(`seller.parts.${part}`)}>
          {parts[part].map((fact) => (
            <Field
              key={fact}
              label={t(`seller.fields.${fact}`)}
              hint={isHinted(fact) ? t(`seller.hints.${fact}`) : undefined}
              value={String(value[fact] ?? '')}
              error={faults.fields[fact]}
              dir="auto"
              {...(fact === 'tax_rate' && { inputMode: 'decimal' })}
              onChange={(event) => change({ [fact]: event.target.value })}
            />
          ))}
        </Section>
      ))}
    </EditForm>
  );
}

const hinted = ['director', 'tax_rate', 'receipt_prefix', 'refund_prefix', 'icp'] as const;
const isHinted = (fact: Fact): fact is (typeof hinted)[number] => hinted.some((each) => each === fact);

const all: readonly Fact[] = partNames.flatMap((part) => parts[part]);
const factOf = (field: string): Fact => all.find((fact) => fact === field) ?? 'name';

/** The body of PUT for changed facts; a blank one is taken away, but a prefix may be blank. */
function bodyOfSeller(changes: Flat): GivenSeller {
  return Object.fromEntries(
    Object.entries(changes).map(([fact, typed]) => [fact, readFact(factOf(fact), String(typed).trim())]),
  );
}

function readFact(fact: Fact, typed: string): string | number | null {
  if (fact === 'receipt_prefix' || fact === 'refund_prefix') return typed.toUpperCase();
  if (typed === '') return null;
  return fact === 'tax_rate' ? readNumber(typed.replace(',', '.')) : typed;
}

export const sellerPage = studioPage(SellerPage);
