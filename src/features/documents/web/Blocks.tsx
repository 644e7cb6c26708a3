import { Link } from '../../../web/router.tsx';
import type { DocumentBlock, DocumentInline } from '../contract.ts';
import styles from './Blocks.module.css';

/** The words of a document as elements, never as markup. */
export function Blocks({ blocks }: { blocks: readonly DocumentBlock[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a version keep their places
  return blocks.map((block, at) => <Block key={at} block={block} />);
}

function Block({ block }: { block: DocumentBlock }) {
  switch (block.type) {
    case 'hr':
      return <hr className={styles.rule} />;
    case 'img':
      return <img className={styles.picture} src={block.src} alt={block.alt} loading="lazy" />;
    case 'ul':
    case 'ol': {
      const { type: List, items, depth } = block;
      return (
        <List className={styles.list} style={{ marginInlineStart: `${depth}em` }}>
          {items.map((inlines, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a version keep their places
            <li key={at}>
              <Inlines inlines={inlines} />
            </li>
          ))}
        </List>
      );
    }
    default: {
      const { type: Words, inlines } = block;
      return (
        <Words>
          <Inlines inlines={inlines} />
        </Words>
      );
    }
  }
}

function Inlines({ inlines }: { inlines: readonly DocumentInline[] }) {
  return inlines.map((inline, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a version keep their places
    if (inline.type === 'br') return <br key={at} />;
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a version keep their places
    return <Words key={at} inline={inline} />;
  });
}

function Words({ inline }: { inline: Extract<DocumentInline, { type: 'text' }> }) {
  const { text, em, strong, href } = inline;
  const words = strong ? <strong>{text}</strong> : text;
  const shown = em ? <em>{words}</em> : words;
  if (href === undefined) return shown;
  if (href.startsWith('/')) return <Link to={href}>{shown}</Link>;
  return (
    <a href={href} rel="noopener">
      {shown}
    </a>
  );
}
