import { defineConfig } from 'vite';
import { studioBuild } from './tools/studio-build.ts';

/** The browser's build of the studio's previews, which hold the readers' pages: dist/preview. */
export default defineConfig(studioBuild({ entry: 'src/app/studio/preview.tsx', name: 'preview' }));
