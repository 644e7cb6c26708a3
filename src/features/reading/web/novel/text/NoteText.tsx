import styles from './NovelText.module.css';

/** A note's mark, which shows the note over the page; the browser alone does so, before the page has come alive too. */
export function NoteText({ text, note, id }: { text: string; note: string; id: string }) {
  if (note === '') return text;
  return (
    <>
      <button type="button" className={styles.mark} popoverTarget={id}>
        {text}
      </button>
      <span className={styles.note} popover="auto" id={id} dir="auto">
        {note}
      </span>
    </>
  );
}
