// Pictures elsewhere are links: only those that Norn has made itself are loaded, as thumbnails.

const ownPhoto = /^\/api\/v1\/trees\/[^/?#]+\/persons\/[^/?#]+\/photos\/[^/?#]+$/;

export function isOwnPhoto(photoUrl: string): boolean {
  return ownPhoto.test(photoUrl);
}

export function thumbnailOf(photoUrl: string | null | undefined): string | undefined {
  return photoUrl && isOwnPhoto(photoUrl) ? `${photoUrl}?size=thumbnail` : undefined;
}
