package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// features evaluates features over OFREP.
type features struct {
	url, token string
	client     *http.Client
}

// enabled returns whether a feature is enabled. Without an answer it is disabled.
func (f *features) enabled(ctx context.Context, key, actor string, groups []string) bool {
	value, err := f.evaluate(ctx, key, actor, groups)
	if err != nil {
		log.Printf("%s is disabled: %v", key, err)
	}
	return value
}

func (f *features) evaluate(ctx context.Context, key, actor string, groups []string) (bool, error) {
	body, err := json.Marshal(map[string]any{
		"context": map[string]any{"targetingKey": actor, "groups": groups},
	})
	if err != nil {
		return false, err
	}
	address := f.url + "/ofrep/v1/evaluate/flags/" + url.PathEscape(key)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	request.Header.Set("Authorization", "Bearer "+f.token)
	request.Header.Set("Content-Type", "application/json")
	response, err := f.client.Do(request)
	if err != nil {
		return false, err
	}
	defer response.Body.Close()
	switch response.StatusCode {
	case http.StatusOK:
		var result struct {
			Value bool `json:"value"`
		}
		err = json.NewDecoder(response.Body).Decode(&result)
		return result.Value && err == nil, err
	case http.StatusNotFound: // No such feature yet.
		return false, nil
	default:
		return false, fmt.Errorf("the server answered %s", response.Status)
	}
}

func env(name, fallback string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return fallback
}

func main() {
	f := &features{
		url:    env("GATEHOUSE_URL", "http://127.0.0.1:8080"),
		token:  os.Getenv("GATEHOUSE_TOKEN"),
		client: &http.Client{Timeout: 2 * time.Second},
	}
	http.HandleFunc("/checkout", func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		groups := append([]string{}, query["group"]...)
		checkout := "old"
		if f.enabled(r.Context(), "new_checkout", "User;"+query.Get("user"), groups) {
			checkout = "new"
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]string{"checkout": checkout})
	})

	server := &http.Server{Addr: "127.0.0.1:" + env("PORT", "3000")}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	done := make(chan struct{})
	go func() {
		defer close(done)
		<-ctx.Done()
		deadline, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		server.Shutdown(deadline)
	}()
	log.Printf("listening on http://%s", server.Addr)
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
	<-done
}
