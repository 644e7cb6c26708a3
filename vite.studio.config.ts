import { defineConfig } from 'vite';
import { studioBuild } from './tools/studio-build.ts';

/** The browser's build of the studio: dist/studio. */
export default defineConfig(
  studioBuild({ entry: 'src/app/studio/studio.tsx', name: 'studio', messages: 'messages/studio' }),
);
