import { type ReactNode, useEffect, useRef } from 'react';

/** A part of the page whose field and button replace each other: it has the focus again when the one that had it is gone. */
export function KeptFocus({
  shown,
  className,
  children,
}: {
  /** Says which of them is there. */
  shown: string | null;
  className?: string | undefined;
  children: ReactNode;
}) {
  const part = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (document.activeElement !== document.body) return;
    part.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [shown]);
  return (
    <div ref={part} className={className}>
      {children}
    </div>
  );
}
