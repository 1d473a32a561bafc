/** Where in the page we are, by the part of the address after #. */
class Router {
  path = $state(typeof location === 'undefined' ? '/' : location.hash.slice(1) || '/');

  constructor() {
    if (typeof window !== 'undefined') {
      window.addEventListener('hashchange', () => {
        this.path = location.hash.slice(1) || '/';
        window.scrollTo(0, 0);
      });
    }
  }

  go(path: string): void {
    location.hash = path;
  }
}

export const router = new Router();
