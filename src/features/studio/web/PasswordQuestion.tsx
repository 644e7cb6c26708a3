import { useText } from '../../../web/i18n.tsx';
import { useStore } from '../../../web/store.ts';
import { PasswordField } from '../../../web/ui/PasswordField.tsx';
import { Ask } from './Ask.tsx';
import { useStudioCalls } from './calls.ts';
import { answerQuestion, openQuestion } from './password.ts';
import { useStudioText } from './words.ts';

/** The dialog that asks for the password; what was begun goes on once it is right. */
export function PasswordQuestion() {
  const { t: site } = useText();
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const question = useStore(openQuestion, null);
  return (
    <Ask
      open={question !== null}
      title={t('password.title')}
      confirm={t('password.confirm')}
      fields={['password']}
      act={async (typed) => {
        await calls.send('POST', '/studio/session', { body: { password: typed('password') } });
        answerQuestion(true);
      }}
      onClose={() => answerQuestion(false)}
    >
      {(faults) => (
        <>
          <p>{t(question?.wants === 'sensitive' ? 'password.sensitive' : 'password.studio')}</p>
          <PasswordField
            name="password"
            label={site('accounts.password')}
            showLabel={site('accounts.showPassword')}
            hideLabel={site('accounts.hidePassword')}
            autoComplete="current-password"
            enterKeyHint="go"
            error={faults.fields.password}
          />
        </>
      )}
    </Ask>
  );
}
