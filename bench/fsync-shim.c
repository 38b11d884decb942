/*
 * Preloaded into a server (LD_PRELOAD), it changes how gatehouse.db is synchronized, as the file
 * named by FSYNC_CONTROL asks: "fail" lets fsync fail, a number delays it by milliseconds, and
 * "wait" delays it until the file says something else. Without the file nothing changes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_gatehouse_db(int fd) {
  char link[64], name[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, name, sizeof name - 1);
  if (length < 0) return 0;
  name[length] = 0;
  return strstr(name, "gatehouse.db") != NULL;
}

static void read_control(char *text, size_t size) {
  text[0] = 0;
  const char *path = getenv("FSYNC_CONTROL");
  FILE *file = path == NULL ? NULL : fopen(path, "r");
  if (file == NULL) return;
  size_t length = fread(text, 1, size - 1, file);
  text[length] = 0;
  fclose(file);
}

/* Returns 0 if the real function should run. */
static int faulty(int fd) {
  char control[32];
  if (!is_gatehouse_db(fd)) return 0;
  read_control(control, sizeof control);
  while (strcmp(control, "wait") == 0) {
    usleep(1000);
    read_control(control, sizeof control);
  }
  if (strcmp(control, "fail") == 0) {
    errno = EIO;
    return -1;
  }
  usleep(atoi(control) * 1000);
  return 0;
}

int fsync(int fd) {
  static int (*real)(int);
  if (real == NULL) real = dlsym(RTLD_NEXT, "fsync");
  return faulty(fd) == 0 ? real(fd) : -1;
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (real == NULL) real = dlsym(RTLD_NEXT, "fdatasync");
  return faulty(fd) == 0 ? real(fd) : -1;
}
