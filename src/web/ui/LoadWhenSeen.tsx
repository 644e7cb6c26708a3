import { useEffect, useRef } from 'react';

/**
 * The end of a list: calls `load` when the reader comes near. Render it only while there are more rows and none are
 * loading.
 */
export function LoadWhenSeen({ load }: { load: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    if (!mark.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latest.current(),
      { rootMargin: '0px 0px 800px 0px' },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={mark} aria-hidden="true" />;
}
