/** An error answer of WeChat: HTTP 200, a number, and a text that ends with the id of the request. */
export function failure(errcode: number, errmsg: string) {
  return { errcode, errmsg: `${errmsg}, rid: 6740c5a1-1f2e3d4c-5b6a7980` }
}
