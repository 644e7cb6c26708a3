import { useEffect, useState } from 'react';
import { paths } from '../../../../shared/paths.ts';
import { useText } from '../../../../web/i18n.tsx';
import { isPlainClick } from '../../../../web/link-clicks.ts';
import { createPart, usePart } from '../../../../web/part.ts';
import { Link, useNavigate } from '../../../../web/router.tsx';
import { iconButtonClass } from '../../../../web/ui/IconButton.tsx';
import { SearchIcon } from '../../../../web/ui/icons.tsx';

const dialogPart = createPart(() => import('./SearchDialog.tsx').then((module) => module.SearchDialog));

/**
 * The way to find books, in the header of every page: a link, which opens a dialog where its code can be had. So does
 * the key `/`.
 */
export function SearchLink() {
  const { t } = useText();
  const label = t('catalog.search');
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const { Component: Dialog } = usePart(dialogPart, {
    isWanted: isOpen,
    onFail: () => navigate(paths.search()),
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, altKey, metaKey, target } = event;
      if (key !== '/' || ctrlKey || altKey || metaKey || event.defaultPrevented) return;
      if (target instanceof Element && target.closest('input,select,textarea,dialog')) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <Link
        to={paths.search()}
        className={iconButtonClass}
        aria-label={label}
        aria-busy={isOpen && !Dialog}
        title={label}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <SearchIcon />
      </Link>
      {isOpen && Dialog && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
}
