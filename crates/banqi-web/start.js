// The page's start. A file of its own, because the content security policy allows no script inside the page.
import init from './app.js';

await init();
