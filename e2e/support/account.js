// People with accounts.

export const PASSWORD = 'a boxwood disc, face down';

let made = 0;

/** A name that nobody has on this server. */
export function newName(of) {
  return `${of}-${++made}`;
}

/** Makes an account in the page that is open, which is that of the account: its name and recovery code. */
export async function signUp(page, of) {
  const name = newName(of);
  if (!page.url().includes('/account')) await page.goto('/account');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.getByRole('heading', { name: 'Write this code down' }).waitFor();
  const code = await page.locator('.recovery-code').textContent();
  await page.getByRole('checkbox', { name: 'I have written it down' }).check();
  await page.getByRole('button', { name: 'Go on' }).click();
  return { name, code };
}

/** Signs in by the form of the account's page. */
export async function signIn(page, name, password = PASSWORD) {
  if (!page.url().includes('/account')) await page.goto('/account');
  await page.getByRole('radio', { name: 'Sign in' }).check({ force: true });
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Waits until a page says who is signed in. */
export async function isSignedIn(page, name) {
  await page.getByText(name, { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

/** What stands beside a name in a list of figures. */
export function figure(part, name) {
  return part.locator(`dl > div:has(> dt:text-is("${name}")) > dd`);
}
