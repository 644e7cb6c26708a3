// Runs in the head, before anything shows. Its text is inlined by the document and allowed by its hash, so it must not
// change from page to page: what differs is read from the script element's data attributes.
(() => {
  const script = document.currentScript;
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  // A page that is for users leads a visitor away before it shows (contract, section 5).
  const user = read('USER_UUID');
  if (script.dataset.guard && !user) {
    root.style.visibility = 'hidden';
    location.replace(script.dataset.guard);
    return;
  }

  const cookie = () => /(?:^|; )language=([^;]*)/.exec(document.cookie)?.[1] ?? null;

  // What this browser keeps is the truth about the language, the cookie its mirror for the server (contract, section 5).
  const stored = read('LANGUAGE');
  const wanted = stored === null || script.dataset.languages.split(' ').includes(stored) ? stored : 'en-us';
  if (cookie() !== wanted) {
    document.cookie = `language=${wanted ?? ''}; Path=/; Max-Age=${wanted ? 31536000 : 0}; SameSite=Lax`;
    // Only where the cookie took: a browser that refuses cookies must not load for ever.
    if (cookie() === wanted && !('addressed' in script.dataset) && script.dataset.language !== wanted) {
      root.style.visibility = 'hidden';
      location.reload();
      return;
    }
  }

  const theme = read('THEME');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  const kept = (name) => {
    try {
      return JSON.parse(read(name)) ?? {};
    } catch {
      return {};
    }
  };
  // How this reader likes novels set: CSS follows from the first paint on (features/reading/web/novel/root-settings.ts).
  const { comic, novel, books } = kept('READER_SETTINGS');
  for (const [name, value] of Object.entries(novel ?? {})) {
    if (!/^\w+$/.test(name)) continue;
    const key = `novel-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (typeof value === 'number') root.style.setProperty(`--${key}`, value + (/Px$/.test(name) ? 'px' : ''));
    else if (value !== null) root.setAttribute(`data-${key}`, value);
  }
  // And the width and the gap of a comic's strip (features/reading/web/strip/use-strip-settings.ts).
  if (comic?.widthPercent > 0) root.style.setProperty('--comic-width', comic.widthPercent / 100);
  if (comic?.gapPx > 0) root.style.setProperty('--comic-gap', `${comic.gapPx}px`);

  // And its layout, where that is not to be the book's: the server does not know (features/reading/web/comic-layout.ts).
  const [, , , , bookUuid, chapterUuid] = location.pathname.split('/');
  const { layout } = { ...comic, ...books?.[bookUuid] };
  const isOther = { strip: '[data-paged]:not([data-novel])', pages: '[data-strip=""]', __proto__: null }[layout];
  if (chapterUuid && isOther) root.dataset.comicLayout = layout;

  if (user) {
    root.dataset.user = '';
    const username = read('USERNAME');
    if (username) root.style.setProperty('--username', JSON.stringify(username));
  }

  // Room for what its reader goes on with is kept before that is known: an owner's places begin with a book's.
  const places = read('READING_PLACES') ?? '';
  if ([user, 'visitor'].some((owner) => owner && places.includes(`"${owner}":{"`))) root.dataset.reading = '';

  const link = (rel, href, more) =>
    document.head.append(Object.assign(document.createElement('link'), { rel, href }, more));
  const { fonts } = script.dataset;
  // The faces of every page come into use together: each by itself would have the whole page laid out anew.
  const loadFonts = (sheet) => {
    link('preload', sheet, { as: 'style' });
    const faces = script.dataset.faces
      .split(' ')
      .filter(Boolean)
      .map(
        (face) =>
          new Promise((settled) =>
            link('preload', face, { as: 'font', crossOrigin: '', onload: settled, onerror: settled }),
          ),
      );
    Promise.all(faces).then(() => link('stylesheet', sheet));
  };
  // Fonts seen before come from the browser's cache, before anything shows; else they wait for the first image.
  const fontsSeen = fonts && read('FONTS') === fonts;
  if (fontsSeen) link('stylesheet', fonts);

  // What is pressed or chosen before the code is there is held, and done as soon as the page is alive (src/app/site/App.tsx):
  // without it a press is lost, and a form is sent to nobody.
  const presses = { click: 'button', submit: 'form', change: 'select' };
  let held = null;
  const hold = (event) => {
    const control = event.target.closest(presses[event.type]);
    if (!control) return;
    event.preventDefault();
    held = { control, type: event.type, value: control.value };
    root.dataset.busy = '';
  };
  const release = () => {
    for (const type in presses) removeEventListener(type, hold, true);
    root.dataset.alive = '';
    if (!held) return;
    delete root.dataset.busy;
    const { control, type, value } = held;
    if (type === 'click') return control.click();
    if (type === 'submit') return control.requestSubmit?.();
    control.value = value;
    control.dispatchEvent(new Event('change', { bubbles: true }));
  };
  if (script.dataset.entry) {
    for (const type in presses) addEventListener(type, hold, true);
    // What only the browser knows is there a moment later.
    addEventListener('alive', () => setTimeout(release), { once: true });
  }

  const signs = ['pointerdown', 'touchstart', 'keydown', 'wheel'];
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    root.dataset.started = '';
    // Where no code comes, the images come all the same.
    setTimeout(() => {
      root.dataset.late = '';
    }, 6000);
    for (const sign of signs) removeEventListener(sign, start, true);
    if (script.dataset.entry) {
      for (const href of script.dataset.preload.split(' ')) link('modulepreload', href, { fetchPriority: 'low' });
      link('preload', script.dataset.messages, { as: 'fetch', crossOrigin: 'anonymous' });
      import(script.dataset.entry);
    }
    if (fontsSeen || !fonts) return;
    try {
      localStorage.setItem('FONTS', fonts);
    } catch {
      // They are asked for again next time.
    }
    loadFonts(fonts);
  };

  // Who left a strip half-way begins there, not at its first image (features/reading/web/strip/strip-layout.ts).
  const resume = () => {
    const { chapter_uuid, position } = kept('READING_PLACES')[user ?? 'visitor']?.[bookUuid]?.progress ?? {};
    if (chapter_uuid !== chapterUuid || !(position?.fraction < 1)) return false;
    const tiles = [...document.querySelectorAll(`[data-strip] > [data-page="${Number(position.index)}"]`)];
    if (tiles.length === 0 || position.index + position.fraction === 0 || scrollY > 0) return false;
    const { top } = tiles[0].getBoundingClientRect();
    const { bottom } = tiles.at(-1).getBoundingClientRect();
    scrollTo(0, top + (bottom - top) * position.fraction - (position.fraction && innerHeight / 2));
    root.dataset.resumedAt = scrollY;
    return true;
  };

  // Code waits until the first image is there: the art comes first, reading needs no code.
  document.addEventListener('DOMContentLoaded', () => {
    // What is hidden, since it is to be laid out otherwise, waits for nothing but the code.
    if (resume() || (isOther && document.querySelector(isOther))) return start();
    const lead = document.querySelector('img[fetchpriority=high]');
    if (!lead) return start();
    // Decoded and on the screen: what takes the code apart would only hold the picture up.
    lead.decode().then(() => requestAnimationFrame(() => setTimeout(start)), start);
    setTimeout(start, 3000);
    for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
  });
})();
