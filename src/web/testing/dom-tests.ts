import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Code comes from elsewhere, and the machine may be busy.
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);
