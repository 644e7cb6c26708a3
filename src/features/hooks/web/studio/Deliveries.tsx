import { useText } from '../../../../web/i18n.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { useLookAgain, useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { ExactMoment, writeMoment } from '../../../studio/web/Moment.tsx';
import { Loaded } from '../../../studio/web/Page.tsx';
import { useAttempt } from '../../../studio/web/problems.ts';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { hookEvents } from '../../rules.ts';
import styles from './ConnectionsPage.module.css';
import { nameOf } from './event-names.ts';

/** What was not tried yet goes out within seconds; what failed waits for longer, and nobody sits by. */
const lookEveryMs = 2000;

/** The last messages to a connection, each with a button that sends it again. */
export function Deliveries({ connection: id, host }: { connection: string; host: string }) {
  const { t, number } = useStudioText();
  const { language } = useText();
  const attempt = useAttempt();
  const calls = useStudioCalls();
  const asked = useStudioQuery('/studio/connections/:id/deliveries', { params: { id } });
  const { refetch } = asked;
  const isUnderWay = asked.data?.data.result.some(({ status, tries }) => status === 'waiting' && tries === 0) ?? false;
  useLookAgain('/studio/connections/:id/deliveries', { everyMs: lookEveryMs, isWanted: isUnderWay });

  const sendAgain = (deliveryId: string) =>
    attempt(async () => {
      const params = { id, delivery_id: deliveryId };
      await calls.send('POST', '/studio/connections/:id/deliveries/:delivery_id/again', { params });
      await refetch();
    });

  const eventOf = (event: string) => {
    const known = hookEvents.find((each) => each === event);
    return t(known ? `connections.events.${nameOf(known)}` : 'connections.testEvent');
  };
  return (
    <div className={styles.deliveries}>
      <Loaded asked={asked}>
        {({ data: { result } }) => (
          <Table
            caption={t('kit.deedOf', { deed: t('connections.deliveries'), name: host })}
            rows={result}
            rowKey={(row) => row.id}
            empty={{ title: t('connections.noDeliveries') }}
            columns={[
              { head: t('connections.event'), cell: (row) => eventOf(row.event) },
              {
                head: t('connections.status'),
                isWanted: true,
                cell: (row) =>
                  [t(`connections.statuses.${row.status}`), ...(row.answer === null ? [] : [number(row.answer)])].join(
                    ' · ',
                  ),
              },
              { head: t('connections.tries'), isNumber: true, cell: (row) => number(row.tries) },
              { head: t('connections.at'), isWanted: true, cell: (row) => <ExactMoment at={row.at} /> },
              {
                head: t('connections.again'),
                isAction: true,
                cell: (row) => (
                  <Button
                    aria-label={t('kit.deedOf', {
                      deed: t('connections.again'),
                      name: `${eventOf(row.event)} · ${writeMoment(row.at, language)}`,
                    })}
                    onClick={() => void sendAgain(row.id)}
                  >
                    {t('connections.again')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      <Button
        aria-label={t('kit.deedOf', { deed: t('connections.refresh'), name: host })}
        onClick={() => void refetch()}
      >
        {t('connections.refresh')}
      </Button>
    </div>
  );
}
