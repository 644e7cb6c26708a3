import { createStore } from '../../../web/store.ts';
import type { AskPassword } from './calls.ts';

/** The question for the password that is open now; null: none. */
export const openQuestion = createStore<{
  wants: 'studio' | 'sensitive';
  answer: (isConfirmed: boolean) => void;
} | null>(null);

/** Opens the question, or joins the open one: several calls of a page may need the password at once. */
export const askPassword: AskPassword = (wants) => {
  const open = openQuestion.get();
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      open?.answer(isConfirmed);
      resolve(isConfirmed);
    };
    openQuestion.set({ wants: open?.wants === 'sensitive' ? 'sensitive' : wants, answer });
  });
};

/** Ends the open question. */
export function answerQuestion(isConfirmed: boolean): void {
  const open = openQuestion.get();
  openQuestion.set(null);
  open?.answer(isConfirmed);
}
