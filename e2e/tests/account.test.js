// Accounts: a guest gets one and keeps the games, loses the password and gets back, and in the end goes.
import assert from 'node:assert/strict';
import { PASSWORD, isSignedIn, newName, signIn, signUp } from '../support/account.js';
import { assertAccessible } from '../support/axe.js';
import { online, playTurns } from '../support/online.js';

const { meeting } = online();

meeting('a guest signs up and keeps the game', { people: 2 }, async (creator, friend) => {
  const link = await creator.invite({ first: 'I go first' });
  await friend.accept(link);
  await creator.turn(1);
  await playTurns([creator, friend], 1, 2);

  const { page } = creator;
  await page.goto('/account');
  await page.getByRole('button', { name: 'Create the account' }).waitFor();
  await assertAccessible(page);
  const { name } = await signUp(page, 'Anna');
  await isSignedIn(page, name);
  await assertAccessible(page);
  await page.getByRole('link', { name: /Guest.*Your move/ }).click();
  await creator.turn(3);
  await friend.game.bar(name).waitFor();
  await playTurns([creator, friend], 3, 2);
});

meeting('what is wrong with a name or a password is said', { people: 2 }, async (one, other) => {
  for (const { watched } of [one, other]) watched.assertNone = () => {};
  const { page } = one;
  const { name } = await signUp(page, 'Bo');
  await isSignedIn(page, name);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();

  const said = (text) => page.getByRole('alert').filter({ hasText: text }).waitFor();
  await page.getByRole('button', { name: 'Create the account' }).click();
  await said('Fill in every field.');
  assert.equal(await page.getByLabel('Name', { exact: true }).evaluate((field) => field === document.activeElement), true);
  await page.getByLabel('Name', { exact: true }).fill(name.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await said('Somebody has this name already.');
  await page.getByLabel('Name', { exact: true }).fill(newName('Cai'));
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await said('A password has');
  await assertAccessible(page);

  await signIn(page, name, 'another password');
  await said('There is no account with this name and this password');
  await signIn(page, newName('Nobody'), PASSWORD);
  await said('There is no account with this name and this password');
  await signIn(page, name);
  await isSignedIn(page, name);
});

meeting('a recovery code gives a new password, once', { people: 2 }, async (one, other) => {
  other.watched.assertNone = () => {};
  const { name, code } = await signUp(one.page, 'Dora');
  await isSignedIn(one.page, name);

  const { page } = other;
  const recover = async () => {
    await page.goto('/account');
    await page.getByRole('radio', { name: 'Forgot password' }).check({ force: true });
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Recovery code').fill(code);
    await page.getByLabel('New password').fill('a lacquer disc, face up');
    await page.getByRole('button', { name: 'Set the new password' }).click();
  };
  await recover();
  await page.getByRole('heading', { name: 'Write this code down' }).waitFor();
  await assertAccessible(page);
  assert.notEqual(await page.locator('.recovery-code').textContent(), code);
  // Who has not written it down does not go on.
  await page.getByRole('button', { name: 'Go on' }).click({ force: true });
  await page.getByRole('alert').getByText('First say that you have written it down.').waitFor();
  await page.getByRole('checkbox', { name: 'I have written it down' }).check();
  await page.getByRole('button', { name: 'Go on' }).click();
  await isSignedIn(page, name);

  // Other browsers are signed out by that.
  await one.page.reload();
  await one.page.getByRole('button', { name: 'Create the account' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  await recover();
  await page.getByRole('alert').getByText('There is no account').waitFor();
});

meeting('sessions are listed and ended', { people: 2 }, async (one, other) => {
  const { name } = await signUp(one.page, 'Eva');
  await signIn(other.page, name);
  await isSignedIn(other.page, name);
  await one.page.reload();
  await one.page.getByText('This browser', { exact: true }).waitFor();
  await one.page.getByRole('button', { name: /^End the session/ }).click();
  await one.page.getByText('Ended.').waitFor();
  await one.page.getByRole('button', { name: /^End the session/ }).waitFor({ state: 'hidden' });
  await other.page.reload();
  await other.page.getByRole('button', { name: 'Create the account' }).waitFor();
});

meeting('password and code are changed', { people: 1 }, async (one) => {
  one.watched.assertNone = () => {};
  const { page } = one;
  const { name, code } = await signUp(page, 'Fan');
  await page.getByText('Change the password').click();
  await page.getByLabel('Password until now').fill(PASSWORD);
  await page.getByLabel('New password').fill('a bone disc with two rings');
  await page.getByRole('button', { name: 'Change it' }).click();
  await page.getByText('The password is changed.').waitFor();
  await page.getByText('New recovery code').click();
  await page.getByLabel('Password', { exact: true }).filter({ visible: true }).fill('a bone disc with two rings');
  await page.getByRole('button', { name: 'Show a new code' }).click();
  await page.getByRole('heading', { name: 'Write this code down' }).waitFor();
  assert.notEqual(await page.locator('.recovery-code').textContent(), code);
  await page.getByRole('checkbox', { name: 'I have written it down' }).check();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  await signIn(page, name);
  await page.getByRole('alert').getByText('There is no account').waitFor();
  await signIn(page, name, 'a bone disc with two rings');
  await isSignedIn(page, name);
});

meeting('an account is exported and deleted', { people: 2 }, async (one, other) => {
  for (const { watched } of [one, other]) watched.assertNone = () => {};
  const { page } = one;
  const { name } = await signUp(page, 'Gu');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export everything' }).click(),
  ]);
  const chunks = await (await download.createReadStream()).toArray();
  const text = Buffer.concat(chunks).toString();
  assert.ok(JSON.stringify(JSON.parse(text)).includes(name));
  assert.doesNotMatch(text, /argon2/);

  await other.page.goto(`/u/${name}`);
  await other.page.getByText('Here since').waitFor();

  await page.getByRole('button', { name: 'Delete the account' }).click();
  const sheet = one.sheet('Delete the account?');
  await sheet.waitFor();
  await assertAccessible(page);
  await sheet.getByLabel('Password', { exact: true }).fill('not the one');
  await sheet.getByRole('button', { name: 'Delete it for good' }).click();
  await sheet.getByRole('alert').getByText('That is not your password.').waitFor();
  await sheet.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await sheet.getByRole('button', { name: 'Delete it for good' }).click();
  await page.getByText('The account is gone.').waitFor();
  await page.getByRole('button', { name: 'Create the account' }).waitFor();
  await other.page.reload();
  await other.page.getByText('There is nothing here.').waitFor();
});
