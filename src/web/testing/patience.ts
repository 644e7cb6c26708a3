import { configure } from '@testing-library/react';

// Code comes from elsewhere, and the machine may be busy.
configure({ asyncUtilTimeout: 10_000 });
