import { Fragment, memo, useEffect, useMemo, useState } from 'react';
import { directionOf, type Language, languageTags, scripts } from '../../../../../shared/languages.ts';
import { useStudioText } from '../../../../studio/web/words.ts';
import type { StoredBlock, TextInline } from '../../../text/blocks.ts';
import { readMarkdown } from '../../../text/read-markdown.ts';
import styles from './TextPreview.module.css';

/** The Markdown as readers will see it, in their typography. */
export function TextPreview({ markdown, language }: { markdown: string; language: Language }) {
  const { t } = useStudioText();
  const blocks = useMemo(() => readMarkdown(markdown, namedIn(markdown)), [markdown]);
  const count = useGrowing(blocks.length);
  const label = t('text.preview');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section className={styles.preview} aria-label={label} tabIndex={0}>
      <div
        className={styles.text}
        lang={languageTags[language]}
        dir={directionOf(language)}
        data-script={scripts[language]}
      >
        {blocks.length === 0 && <p className={styles.empty}>{t('text.empty')}</p>}
        {blocks.slice(0, count).map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same place is the same paragraph
          <PreviewBlock key={index} block={block} />
        ))}
      </div>
    </section>
  );
}

/** So many paragraphs are drawn at once. */
const step = 500;

/** How many of many paragraphs are drawn by now: a whole book that is pasted would hold the page for seconds. */
function useGrowing(all: number): number {
  const [count, setCount] = useState(step);
  useEffect(() => {
    if (count >= all) return;
    const timer = setTimeout(() => setCount(count + step), 30);
    return () => clearTimeout(timer);
  }, [count, all]);
  return count;
}

/** Every picture that the words name: the server alone knows which of them the text has. */
function namedIn(markdown: string) {
  const ids = [...markdown.matchAll(/\]\(image:([\w-]{1,40})\)/g)].map(([, id = '']) => id);
  return { images: new Set(ids), formulas: new Map() };
}

const PreviewBlock = memo(({ block }: { block: StoredBlock }) => {
  const { t } = useStudioText();
  if (block.type === 'hr') return <hr />;
  if (block.type === 'img') return <p className={styles.picture}>{block.alt || t('text.picture')}</p>;
  const Tag = block.type;
  return (
    <Tag style={block.indent ? { marginInlineStart: `${block.indent * 1.5}em` } : undefined}>
      {block.inlines.map((inline, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <PreviewInline key={index} inline={inline} />
      ))}
    </Tag>
  );
});

function PreviewInline({ inline }: { inline: TextInline }) {
  switch (inline.type) {
    case 'br':
      return <br />;
    case 'ruby':
      return (
        <ruby>
          {inline.base}
          <rt>{inline.text}</rt>
        </ruby>
      );
    case 'note':
      return <sup title={inline.note}>{inline.text}</sup>;
    case 'math':
      return <Fragment>{inline.text}</Fragment>;
    case 'text': {
      const words = inline.strong ? <strong>{inline.text}</strong> : inline.text;
      return inline.em ? <em>{words}</em> : words;
    }
  }
}
