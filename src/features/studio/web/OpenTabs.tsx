import { type ComponentProps, useEffect } from 'react';
import { Tabs } from '../../../web/ui/Tabs.tsx';

/** Tabs of which the open one is in view, where they are wider than the screen. */
export function OpenTabs<Value extends string>(given: ComponentProps<typeof Tabs<Value>>) {
  const { label, value } = given;
  useEffect(() => {
    const list = document.querySelector(`[role="tablist"][aria-label="${CSS.escape(label)}"]`);
    const tab = list?.querySelector(`[role="tab"][id$="-${CSS.escape(value)}"]`);
    if (!list || !tab) return;
    const middleOf = (element: Element) => {
      const { left, width } = element.getBoundingClientRect();
      return left + width / 2;
    };
    list.scrollBy({ left: middleOf(tab) - middleOf(list) });
  }, [label, value]);
  return <Tabs {...given} />;
}
